import { expect, test } from 'vitest'
import { COMPANY_APPROVALS, hasFullQuotas, whyNotApproved, whyNothingLeaves } from './company-approval.ts'
import { isOnlyNoted, QUOTA_KINDS, quotaMessage } from './quota.ts'

test('nothing leaves before the approval, and nothing before the e-mail is verified', () => {
  const why = (isEmailProved: boolean) =>
    COMPANY_APPROVALS.map((approval) => whyNothingLeaves({ approval, isEmailProved, status: 'active' }))
  expect(why(true)).toEqual([null, 'not_approved', null, 'not_approved'])
  expect(why(false)).toEqual(['email_not_proved', 'not_approved', 'email_not_proved', 'not_approved'])
  expect(COMPANY_APPROVALS.map(whyNotApproved)).toEqual([null, 'company.waiting', null, 'company.refused'])
})

test('a suspended company sends only messages about running orders, and one that was not approved sends none', () => {
  const suspended = { approval: 'approved', isEmailProved: true, status: 'suspended' } as const
  expect(whyNothingLeaves(suspended)).toBe('suspended')
  expect(whyNothingLeaves(suspended, { isForRunning: true })).toBeNull()
  expect(whyNothingLeaves({ ...suspended, approval: 'refused' }, { isForRunning: true })).toBe('not_approved')
})

test('a company has full quotas when it was approved or pays', () => {
  expect(hasFullQuotas({ approval: 'approved', status: 'trial' })).toBe(true)
  expect(hasFullQuotas({ approval: 'open', status: 'trial' })).toBe(false)
  expect(hasFullQuotas({ approval: 'open', status: 'active' })).toBe(true)
  expect(hasFullQuotas({ approval: 'waiting', status: 'active' })).toBe(false)
})

test('only orders of an approved company are never refused', () => {
  expect(QUOTA_KINDS.filter((kind) => isOnlyNoted(kind, 'full'))).toEqual(['orders'])
  expect(QUOTA_KINDS.filter((kind) => isOnlyNoted(kind, 'trial'))).toEqual([])
})

test('a refusal reports the limit, what is left and what was needed', () => {
  const sms = { kind: 'sms', limit: 100, used: 98 } as const
  expect(quotaMessage(sms, 800)).toBe('Limita zilnică de SMS-uri: 100. Rămase azi: 2; necesare: 800')
  expect(quotaMessage({ ...sms, used: 120 }, 1)).toBe('Limita zilnică de SMS-uri: 100. Rămase azi: 0')
})
