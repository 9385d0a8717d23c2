/** Used by the key registry, which every screen loads. */
export const chatKeyLabels = {
  open: 'Mesaje',
  next: 'Conversația următoare',
  previous: 'Conversația dinainte',
} as const
