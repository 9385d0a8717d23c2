/** The file is missing, is no extract, or is truncated; the message says which to the person at the terminal. */
export class ExtractError extends Error {
  override readonly name = 'ExtractError'
}
