import { expect, test } from 'vitest'
import { accountEmails } from './account-emails.ts'

test('a pattern is numbered from the first on', () => {
  expect(accountEmails('sofer{n}@demo.ro', { first: 101, count: 2 })).toEqual(['sofer101@demo.ro', 'sofer102@demo.ro'])
})

test('ranges name their own numbers, several beside each other', () => {
  const patterns = 'sofer{101-102}@demo.ro,curier{201-201}@demo.ro'
  expect(accountEmails(patterns, { first: 1, count: 9 })).toEqual([
    'sofer101@demo.ro',
    'sofer102@demo.ro',
    'curier201@demo.ro',
  ])
})

test('a range that runs backwards is empty', () => {
  expect(accountEmails('sofer{9-3}@demo.ro', { first: 1, count: 1 })).toEqual([])
})
