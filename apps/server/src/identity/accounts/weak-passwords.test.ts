import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { expect, test } from 'vitest'
import { refuseWeakPassword } from './weak-passwords.ts'

const OWN = ['Ana Popescu', 'ana.popescu@taxi-brasov.ro', '+40722123456', 'Taxi Brașov SRL', null]

async function isRefused(password: string, field?: string): Promise<boolean> {
  try {
    await refuseWeakPassword(password, { own: OWN, ...(field === undefined ? {} : { field }) })
    return false
  } catch (error) {
    if (error instanceof FieldErrors) return true
    throw error
  }
}

test.each([
  ['the trade twice', 'taxitaxi'],
  ['a repeated pattern', 'abcabcabc'],
  ['one key', '11111111'],
  ['a row of keys', 'asdfghjkl'],
  ['a walk over the keys', '1qaz2wsx'],
  ['a row of digits', '123456789'],
  ['a birthday', '19900101'],
  ['a birthday with points', '01.01.1990'],
  ['a leaked one', 'password1'],
  ['our name with a digit', 'dispecerat1'],
  ['our name with a year', 'dispecerat2026'],
  ['our name with digits and a sign', 'Dispecerat123!'],
  ['a word of the trade with marks', 'Șoferul2026'],
  ['letters as digits', 'P@rola123'],
  ['two words of the trade', 'parolataxi'],
  ['a city with a year', 'brasov2024'],
  ['the person’s name', 'anapopescu'],
  ['the person’s name turned round', 'PopescuAna1'],
  ['the name before @', 'ana.popescu'],
  ['the whole address', 'ana.popescu@taxi-brasov.ro'],
  ['the own phone', '0722123456'],
  ['the own phone with its country', '+40722123456'],
  ['the company', 'TaxiBrasov'],
  ['the company with digits', 'taxibrasov12345'],
])('%s is refused: %s', async (_, password) => {
  expect(await isRefused(password)).toBe(true)
})

test.each([
  'un tramvai verde',
  'demo-parola',
  'kX9vbQ2m',
  'corect cal baterie capsa',
  'Iepure73-mov',
  'ploaie.pe.acoperis',
])('%s is accepted', async (password) => {
  expect(await isRefused(password)).toBe(false)
})

test('the error is at the field that was filled', async () => {
  await expect(refuseWeakPassword('taxitaxi', { field: 'user_password' })).rejects.toMatchObject({
    fields: { user_password: ['Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură'] },
  })
})
