/** Names of the pages of money, known before any of them is loaded. */
export const financeTitles = {
  group: 'Financiar',
  summary: 'Financiar',
  sold: 'Sold șoferi',
  transfer: 'Transfer sold',
  discount: 'Transfer cu discount',
  discounts: 'Discounturi',
  oneDiscount: 'Reducere',
  contracts: 'Contracte protocol',
  contract: 'Contract protocol',
  invoices: 'Facturi protocol',
  invoice: 'Factură protocol',
  billing: 'Date de facturare',
  statements: 'Situații lunare',
  payments: 'Plăți către șoferi',
  history: 'Istoric financiar',
  reports: 'Raport financiar',
} as const
