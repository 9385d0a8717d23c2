import { expect, test } from 'vitest'
import { costFact } from './cost-text.ts'

const messages = { cost: 'Cost', estimate: 'Estimat' }
const open = { cost: null, discount_amount: null, discounted_cost: null, estimated_cost: 18.5 }

test('an order shows its announced estimate until it has a cost of its own', () => {
  expect(costFact(open, messages)).toEqual(['Estimat', '18,50 RON'])
  expect(costFact({ ...open, cost: 21 }, messages)).toEqual(['Cost', '21,00 RON'])
  expect(costFact({ ...open, estimated_cost: null }, messages)).toBeNull()
})

test('a discount is shown with its calculation', () => {
  expect(costFact({ ...open, cost: 30, discount_amount: 3, discounted_cost: 27 }, messages)).toEqual([
    'Cost',
    '30,00 RON − 3,00 RON = 27,00 RON',
  ])
})
