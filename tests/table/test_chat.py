"""Chat at a table: lines and phrases, and who may say something."""

from nyhavn.table import commands, visibility
from tests.table.tables import ANN, BOB, MINUTE, START, STRANGER, lay, refusal
from tests.table.test_commands import frozen, over

AT = START + MINUTE


def test_chat_is_a_line_or_a_phrase_of_a_seat_or_a_spectator() -> None:
    table = lay(chat="anyone")
    commands.chat(table, AT, ANN, 0, " a\u202eb\n c ", None, "1")
    commands.chat(table, AT, STRANGER, None, "", "hello", "2")
    first, second = table.write()
    assert first.body == {"seat": 0, "text": "ab c", "by": ANN, "id": "1"}
    assert second.body == {"seat": None, "phrase": "hello", "by": STRANGER, "id": "2"}


def test_the_host_says_who_may_chat() -> None:
    table = lay()
    assert table.chatting == "players"
    for who, refused in (("anyone", []), ("players", [STRANGER]), ("nobody", [ANN, BOB, STRANGER])):
        commands.set_chatting(table, AT, ANN, who, f"now {who}")
        assert visibility.info(table, BOB, [True, True])["chat"] == who
        for seat, person in ((0, ANN), (1, BOB), (None, STRANGER)):
            if person not in refused:
                commands.chat(table, AT, person, seat, "hello", None, f"{who} {seat}")
            else:
                assert refusal(commands.chat, table, AT, person, seat, "", "hello", "x").code.startswith("chat ")
    table.write()
    assert table.again().chatting == "nobody"


def test_chat_goes_on_after_the_game_and_at_a_frozen_table() -> None:
    for table in (over(), frozen()):
        commands.chat(table, AT, ANN, 0, "well", None, "last words")
        assert table.accepted[ANN, "last words"] == table.n
