import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['scurta1', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['parolamea', 1],
  ['parola-mea', 2],
  ['Parola-1', 2],
  ['o parola lunga cu cuvinte', 3],
  ['Parola-1-mea', 3],
])('%s has strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
