/** The file is missing, is no extract, or is cut off; the message says which, in words for the person at the terminal. */
export class ExtractError extends Error {
  override readonly name = 'ExtractError'
}
