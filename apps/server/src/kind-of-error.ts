/** What a log may say of an error: its name and the database's or the system's code. Its message may quote a phone or a name. */
export function kindOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
