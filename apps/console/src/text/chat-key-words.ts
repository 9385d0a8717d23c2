/** Said by the key registry, which every screen loads. */
export const chatKeyWords = {
  open: 'Mesaje',
  next: 'Conversația următoare',
  previous: 'Conversația dinainte',
} as const
