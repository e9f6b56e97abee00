/* A bot in C: it covers as many cells as it can, and takes or rolls whatever comes first otherwise.
 *
 * It reads only what it needs: the type of a message, and the list of moves, whose texts hold no quotes. A larger program
 * would use a JSON library.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *HELLO =
    "{\"type\":\"hello\",\"protocol\":1,\"name\":\"builder in C\",\"games\":[\"copenhagen\",\"roll-and-write\"]}";

/* How many cells the move of this length covers. */
static int cells(const char *move, size_t length) {
    int count = 0;
    if (strncmp(move, "build ", 6) && strncmp(move, "draw ", 5) && strncmp(move, "single ", 7)) return 0;
    for (size_t i = 1; i + 1 < length; i++)
        if (move[i - 1] == ' ' && move[i] >= 'a' && move[i] <= 'e' && isdigit((unsigned char)move[i + 1])) count++;
    return count;
}

/* Keeps the best move of an observation: the list follows the last "moves": of the line, outside of the view. */
static void choose(const char *line, char *best, size_t room) {
    const char *list = NULL;
    for (const char *found = line; (found = strstr(found, "\"moves\":[")); found++) list = found;
    int most = -1;
    best[0] = '\0';
    if (!list) return;
    const char *at = list + strlen("\"moves\":[");
    while (*at == '"' || *at == ',' || *at == ' ') {
        const char *begin = strchr(at, '"');
        const char *end = begin ? strchr(begin + 1, '"') : NULL;
        if (!end) return;
        size_t length = (size_t)(end - begin - 1);
        int count = cells(begin + 1, length);
        if (count > most && length < room) {
            most = count;
            memcpy(best, begin + 1, length);
            best[length] = '\0';
        }
        at = end + 1;
    }
}

int main(void) {
    char *line = NULL, best[256] = "";
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (!strncmp(line, "{\"type\":\"hello\"", 15)) puts(HELLO);
        else if (!strncmp(line, "{\"type\":\"observation\"", 21)) choose(line, best, sizeof best);
        else if (!strncmp(line, "{\"type\":\"choose\"", 16)) printf("{\"type\":\"chosen\",\"move\":\"%s\"}\n", best);
        else if (!strncmp(line, "{\"type\":\"quit\"", 14)) break;
        fflush(stdout);
    }
    free(line);
    return 0;
}
