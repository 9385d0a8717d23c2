import type { CommissionType } from '@dispecerat/domain/billing/commission'

/** A company's commission and the allowed balances. */
export const financeSettingsMessages = {
  title: 'Setări financiare',
  commission: 'Comision pe comandă',
  types: { percent: 'Procent', fixed: 'Sumă fixă', none: 'Fără comision' } satisfies Record<CommissionType, string>,
  commissionValue: 'Comision',
  percentValue: 'Comision (%)',
  fixedValue: 'Comision (RON)',
  minToWork: 'Sold minim ca să primească comenzi (RON)',
  minHint: 'Gol: orice sold ajunge.',
  negativeLimit: 'Cât poate coborî sub zero (RON)',
  lowWarning: 'Avertisment de sold scăzut (RON)',
  lowHint: 'Gol: fără avertisment.',
  payout: 'Plata comenzilor card și protocol',
  payouts: { auto: 'Automat, la încheierea comenzii', manual: 'Manual, din Plăți către șoferi' },
  cardFee: 'Taxa băncii la card (%)',
  saved: 'Saved',
} as const
