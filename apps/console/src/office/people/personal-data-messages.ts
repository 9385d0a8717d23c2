import { plural } from '@dispecerat/domain/kernel/plural'

/** Export and erasure of a client's personal data. */
export const personalDataMessages = {
  title: 'Date personale',
  hint: 'La cererea clientului: tot ce păstrează compania despre el, ori ștergerea lui din evidențe.',
  json: 'Descarcă datele (JSON)',
  pdf: 'Descarcă de citit (PDF)',
  erase: 'Șterge datele personale',
  what: 'Se șterg numele, telefonul, notele, adresele, mesajele și înregistrările convorbirilor. Comenzile rămân ca cifre: număr, oră, cost, șofer. Un număr blocat rămâne în lista numerelor blocate.',
  forever: 'Am înțeles: ștergerea nu se poate anula',
  reason: 'Motivul sau numărul cererii (opțional)',
  giveUp: 'Renunță',
  erased: (orders: number) =>
    `Datele au fost șterse: ${plural(orders, 'comandă anonimizată', 'comenzi anonimizate', 'de comenzi anonimizate')}`,
  gone: 'Datele clientului au fost șterse',
  partly: 'Contul persoanei rămâne: lucrează la o companie.',
} as const
