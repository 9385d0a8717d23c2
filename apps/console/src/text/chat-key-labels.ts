/** Keys of the messages; apart from their other texts, because the key registry is in every first load. */
export const chatKeyLabels = {
  open: 'Mesaje',
  next: 'Conversația următoare',
  previous: 'Conversația dinainte',
} as const
