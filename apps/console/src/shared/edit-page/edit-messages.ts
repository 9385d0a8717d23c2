import { rowActs, systemLabel } from '@dispecerat/domain/audit/row-acts'
import { plural } from '@dispecerat/domain/kernel/plural'

/** Shared by every edit page of the office. */
export const editMessages = {
  unsaved: (n: number) => plural(n, 'modificare nesalvată', 'modificări nesalvate', 'de modificări nesalvate'),
  discard: 'Renunță',
  save: 'Salvează',
  create: 'Adaugă',
  saving: 'Se trimite…',
  saved: 'Saved',
  bar: 'Modificări nesalvate',
  leave: { text: 'Aveți modificări nesalvate. Plecați fără să le salvați?', yes: 'Pleacă fără salvare' },
  conflict: 'Altcineva a schimbat între timp. Ce ați scris este păstrat.',
  seeTheirs: 'Arată ce s-a schimbat',
  theirs: (field: string, value: string) => `${field}: acum este „${value}”`,
  noClash: 'Schimbările celuilalt sunt la alte câmpuri. Puteți salva.',
  clash: 'Aceleași câmpuri, schimbate și de altcineva. La salvare rămâne ce ați scris dumneavoastră:',
  nothing: 'gol',
  notFound: 'Nu există, sau a fost ștearsă',
  history: 'Istoricul modificărilor',
  historyEmpty: 'Nicio modificare.',
  historyMore: 'Arată mai mult',
  system: systemLabel,
  actions: rowActs,
} as const
