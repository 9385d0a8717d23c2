/** The beginning of a long text, cut between words if possible. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const blank = cut.search(/\s\S*$/)
  return blank > max / 2 ? cut.slice(0, blank) : cut
}

export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOf(text, max)}…`
}
