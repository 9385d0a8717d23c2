import { expect, test } from 'vitest'
import { fieldOfRow } from './audit-messages.ts'
import { changeText } from './change-text.ts'

test.each([
  ['order', 'cost', 67.5, '67,50'],
  ['order', 'payment_type', 'cash', 'Numerar'],
  ['tariff', 'per_km', 3, '3,00'],
  ['finance_settings', 'hundredths', 1250, '12,5'],
  ['finance_settings', 'negativeLimitBani', 2000, '20,00'],
  ['finance_settings', 'type', 'percent', 'Procent'],
  ['discount', 'type', 'percent', 'Procent din cost'],
  ['discount', 'days', [1, 7], 'luni, duminică'],
  ['discount', 'valid_to', '2026-02-27', '27.02.2026'],
  ['invoice', 'month', '2026-03', '03.2026'],
  ['zone', 'area_m2', 3457742, '3.457.742'],
  ['stand', 'lat', 45.6423, '45,6423'],
  ['car', 'year', 2022, '2022'],
  ['car', 'is_active', false, 'nu'],
  ['user', 'roles', ['company_admin', 'driver'], 'Administrator companie, Șofer'],
  ['content', 'type', 'page', 'Pagină'],
  ['content', 'title', 'page', 'page'],
  ['priority_window', 'from', '2026-07-01 06:30:00', '01.07.2026 09:30:00'],
  ['user', 'deletedAt', '2026-01-15T10:00:00.000Z', '15.01.2026 12:00:00'],
  ['blocked_phone', 'phone', '+40700900077', '0700 900 077'],
  ['car', 'options', [], ''],
  ['client', 'about', null, ''],
])('%s.%s %j reads „%s”', (entity, field, value, text) => {
  expect(changeText({ entity, field, label: fieldOfRow(entity, field) }, value)).toBe(text)
})

test.each([
  ['user', 'meta.app_version'],
  ['user', 'hidden'],
  ['filing', 'index'],
  ['finance_settings', 'minBalanceToWorkBani'],
  ['search_interval', 'when'],
  ['search_order', 'intervals'],
  ['priority_window', 'driver_ids'],
])('the field %s.%s has a label of its own', (entity, field) => {
  expect(fieldOfRow(entity, field)).not.toBe(field)
})
