// Which way a language is written.

const RIGHT_TO_LEFT = ["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Syrc", "Thaa"];

export const isRightToLeft = (tag: string): boolean => RIGHT_TO_LEFT.includes(new Intl.Locale(tag).maximize().script ?? "");
