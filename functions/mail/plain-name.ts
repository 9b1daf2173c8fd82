/**
 * A name as a mail says it: anyone can sign up with any name and anyone's address, and mail clients make links of whatever
 * looks like one. A word joiner, which nobody sees, keeps them from it.
 */
export const plainName = (name: string) => name.replace(/[.:/@](?=\S)/g, '$&\u2060')
