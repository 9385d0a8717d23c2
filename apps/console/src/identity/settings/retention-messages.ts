/** Deletions of nightly retention. */
export const retentionMessages = {
  title: 'Ce s-a șters',
  none: 'Nicio noapte nu a avut ce șterge.',
  at: 'Noaptea',
  what: 'Ce',
  olderThan: 'Mai vechi de',
  removed: 'Rânduri',
  kinds: {
    recordings: 'Înregistrări',
    trails: 'Puncte de traseu',
    calls: 'Apeluri',
    client_errors: 'Erori din console',
    letters: 'Mesaje trimise',
    changes: 'Modificări din jurnal',
    messages: 'Mesaje',
    broadcasts: 'Mesaje către toți',
    incidents: 'Incidente',
    block_reasons: 'Motive de blocare',
  },
} as const
