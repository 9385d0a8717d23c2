/** Titles of the settings pages, available before any of them is loaded. */
export const settingsTitles = {
  settings: 'Setări',
  services: 'Servicii și opțiuni',
  tariffs: 'Tarife',
  tariff: 'Tarif',
  telephone: 'Telefonie',
  texts: 'Texte trimise',
  changes: 'Jurnal de modificări',
} as const
