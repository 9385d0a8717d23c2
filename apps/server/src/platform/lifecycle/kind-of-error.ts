/** The loggable part of an error: its name and the code of the database or the system. Its message may contain a phone or a name. */
export function kindOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
