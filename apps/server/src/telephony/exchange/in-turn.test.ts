import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import type { TelephonyEvent } from '../../adapters/telephony/telephony.ts'
import { inTurnOfDispatcher } from './in-turn.ts'

const ANA = asId<UserId>(1)
const DAN = asId<UserId>(2)
const word = (type: 'held' | 'resumed' | 'answered', sipCallerId: string, userId: UserId): TelephonyEvent => ({
  type,
  sipCallerId,
  userId,
})

function slowListener() {
  const received: string[] = []
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const onEvent = inTurnOfDispatcher(async (event) => {
    if (event.type === 'resumed') await gate
    if (event.sipCallerId === 'broken') throw new Error('the database is away')
    received.push(`${event.type} ${event.sipCallerId}`)
  })
  return { received, onEvent, letGo }
}

test('events of one dispatcher are processed in order; those of another dispatcher do not wait', async () => {
  const { received, onEvent, letGo } = slowListener()
  const first = onEvent(word('resumed', 'the one before', ANA))
  const second = onEvent(word('answered', 'the new one', ANA))
  await onEvent(word('answered', 'a third', DAN))
  expect(received).toEqual(['answered a third'])
  letGo()
  await Promise.all([first, second])
  expect(received).toEqual(['answered a third', 'resumed the one before', 'answered the new one'])
})

test('an event that cannot be saved is reported to its sender, and the next one is processed', async () => {
  const { received, onEvent } = slowListener()
  const broken = onEvent(word('held', 'broken', ANA))
  const next = onEvent(word('answered', 'the new one', ANA))
  await expect(broken).rejects.toThrow('the database is away')
  await next
  expect(received).toEqual(['answered the new one'])
})
