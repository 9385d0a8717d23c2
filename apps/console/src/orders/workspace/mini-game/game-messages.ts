/** Rock, paper, scissors while no call waits. */
export const gameMessages = {
  title: 'Piatră, hârtie, foarfecă',
  open: 'Joacă până sună cineva',
  close: 'Ascunde jocul',
  moves: { rock: 'Piatră', paper: 'Hârtie', scissors: 'Foarfecă' },
  score: (mine: number, theirs: number) => `${mine}–${theirs}, primul la 2`,
  round: (mine: string, theirs: string) => `Tu: ${mine} · Calculatorul: ${theirs}`,
  tie: 'Egal, nu se punctează.',
  point: 'Punctul tău.',
  pointTheirs: 'Punctul calculatorului.',
  won: 'Ai câștigat!',
  lost: 'Ai pierdut!',
  again: 'Joacă din nou',
} as const
