/** Announced to screen readers while an item of a list is moved. */
export const sortingMessages = {
  how: 'Spațiu ia elementul, săgețile sus și jos îl mută, Spațiu îl pune la loc, Esc renunță.',
  taken: (name: string, place: number, of: number) => `Ați luat ${name}, poziția ${place} din ${of}.`,
  over: (name: string, place: number, of: number) => `${name} este pe poziția ${place} din ${of}.`,
  put: (name: string, place: number, of: number) => `${name} a rămas pe poziția ${place} din ${of}.`,
  canceled: (name: string) => `Mutarea a fost anulată; ${name} este la locul de dinainte.`,
} as const
