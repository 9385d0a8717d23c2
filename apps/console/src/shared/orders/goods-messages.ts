/** Goods of a delivery. */
export const goodsMessages = {
  title: 'Colet',
  carried: 'Ce se livrează',
  note: 'Conținut',
  cod: 'Ramburs',
  weight: 'Greutate',
  prep: (n: number) => `gata în ${n} min`,
  readyAt: (time: string) => `gata ${time}`,
  photo: 'Fotografia livrării',
  photoAt: (time: string) => `fotografiată la ${time}`,
  showPhoto: 'Arată fotografia',
  photoFailed: 'Fotografia nu a putut fi încărcată.',
  badAmount: 'Sumă invalidă, de exemplu 12,50',
  amountTooLarge: 'Suma este prea mare',
  badWeight: 'Greutate invalidă, de exemplu 2,5',
  tooHeavy: (max: number) => `Cel mult ${max} kg`,
} as const
