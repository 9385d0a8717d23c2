/** The beginning of a long text, cut between words where there are any. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const blank = cut.search(/\s\S*$/)
  return blank > most / 2 ? cut.slice(0, blank) : cut
}

export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${beginningOf(text, most)}…`
}
