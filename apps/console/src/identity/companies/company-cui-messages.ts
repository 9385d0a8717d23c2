import type { EfacturaAuthorisation } from '@dispecerat/contract/billing/efactura'

/** Approval of a company's CUI by the platform. */
export const cuiMessages = {
  title: 'CUI aprobat',
  hint: 'Compania emite și trimite facturi numai cu CUI-ul aprobat aici. Verificați întâi actele firmei.',
  cui: 'CUI',
  approved: 'aprobat',
  notApproved: 'neaprobat',
  approvedAt: (time: string, name: string | null) =>
    name === null ? `Aprobat la ${time}` : `Aprobat la ${time} de ${name}`,
  pending: 'Așteaptă aprobarea.',
  none: 'Compania nu are CUI.',
  approve: 'Aprobă CUI-ul',
  approveDone: 'CUI-ul este aprobat',
  withdraw: 'Retrage aprobarea',
  withdrawQuestion: 'Compania nu va mai putea emite și trimite facturi cu acest CUI. Retrageți aprobarea?',
  withdrawDone: 'Aprobarea a fost retrasă',
  others: 'Alte companii cu acest CUI',
} as const

/** Submission of a company's documents to RO e-Factura. */
export const efacturaMessages = {
  title: 'RO e-Factura',
  hint: 'Autorizați cu certificatul digital al firmei. Documentele pleacă apoi cu autorizarea companiei.',
  states: {
    none: 'Compania nu are încă autorizare ANAF.',
    active: 'Autorizarea ANAF este valabilă.',
    expired: 'Autorizarea ANAF a expirat. Documentele așteaptă; autorizați din nou.',
    revoked: 'ANAF nu mai acceptă autorizarea. Documentele așteaptă; autorizați din nou.',
    refused: 'ANAF nu a dat autorizarea. Încercați din nou.',
  } satisfies Record<EfacturaAuthorisation['state'], string>,
  notOffered: 'Autorizarea ANAF nu este configurată pe acest server.',
  usesOwnToken: 'Documentele pleacă cu cheia administratorului serverului.',
  noCui: 'CUI-ul companiei nu este aprobat; cereți aprobarea administratorului platformei.',
  by: (name: string | null, time: string) => (name === null ? `Dată la ${time}` : `Dată de ${name} la ${time}`),
  until: (time: string) => `se reînnoiește până la ${time}`,
  authorise: 'Autorizează la ANAF',
  again: 'Autorizează din nou',
  end: 'Șterge autorizarea',
  endQuestion:
    'Documentele companiei nu vor mai pleca spre RO e-Factura până la o nouă autorizare. Ștergeți autorizarea?',
  ended: 'Autorizarea a fost ștearsă',
  finishing: 'Se încheie autorizarea…',
  finished: 'Autorizarea ANAF este valabilă',
} as const
