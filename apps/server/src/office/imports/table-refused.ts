/** The file is not a table, or is too large; the message is shown to the user who chose it. */
export class TableRefused extends Error {}
