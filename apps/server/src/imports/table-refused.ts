/** A file that is no table, or more of one than is read; the message is for whoever chose it. */
export class TableRefused extends Error {}
