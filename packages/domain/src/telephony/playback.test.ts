import { expect, test } from 'vitest'
import { asId, type UserId } from '../kernel/ids.ts'
import { handlePlaybackEvent, type Playback, type PlaybackScene, type PlaybackWord, whyNotRung } from './playback.ts'

const answered: PlaybackWord = { type: 'answered' }
const pressed = (key: string): PlaybackWord => ({ type: 'pressed', key })
const ended = (because: 'said' | 'hung_up' | 'not_reached'): PlaybackWord => ({ type: 'ended', because })
const lost: PlaybackWord = { type: 'lost' }
const [first, second]: Playback[] = [
  { state: 'ringing', tries: 1 },
  { state: 'ringing', tries: 2 },
]
const speaking: Playback = { state: 'speaking', tries: 1 }

test.each<[string, Playback | undefined, PlaybackWord, string]>([
  ['he picks up', first, answered, 'speaking - -'],
  ['he picks up, said twice', speaking, answered, 'nothing'],
  ['he hears it to the end', speaking, ended('said'), 'over heard -'],
  ['he hangs up in the middle', speaking, ended('hung_up'), 'over heard -'],
  ['he presses 0', speaking, pressed('0'), 'over asked_to_talk phone'],
  ['he presses 0 before it is known that he picked up', first, pressed('0'), 'over asked_to_talk phone'],
  ['he presses another key', speaking, pressed('5'), 'nothing'],
  ['nobody picks up, once', first, ended('not_reached'), 'due not_reached -'],
  ['nobody picks up, twice', second, ended('not_reached'), 'over not_reached phone'],
  ['nothing could be said after he picked up', speaking, ended('not_reached'), 'due not_reached -'],
  ['the process died while it rang', first, lost, 'due not_reached -'],
  ['the process died while it rang again', second, lost, 'over not_reached phone'],
  ['the process died while he listened', speaking, lost, 'over heard -'],
  ['the end is told twice', { state: 'over', tries: 1 }, ended('said'), 'nothing'],
  ['a word of the try before comes late', { state: 'due', tries: 1 }, ended('not_reached'), 'nothing'],
])('%s', (_, playback, word, expected) => {
  const step = playback && handlePlaybackEvent(playback, word)
  expect(step ? `${step.next.state} ${step.end ?? '-'} ${step.mustTalk ? 'phone' : '-'}` : 'nothing').toBe(expected)
})

const scene = (over: Partial<PlaybackScene['order']> = {}, isTalking = false): PlaybackScene => ({
  news: 'client_assigned',
  driverId: asId<UserId>(7),
  order: { state: 'assigned', tripState: 'waiting_driver', driverId: asId<UserId>(7), isDeleted: false, ...over },
  isTalking,
})

test.each<[string, PlaybackScene, string | null]>([
  ['the order is as it was', scene(), null],
  ['it was canceled meanwhile', scene({ state: 'canceled', tripState: null }), 'order_changed'],
  ['it was deleted meanwhile', scene({ isDeleted: true }), 'order_changed'],
  ['another driver has it', scene({ driverId: asId<UserId>(8) }), 'order_changed'],
  ['the car is there already', scene({ tripState: 'waiting_client' }), 'order_changed'],
  ['the client talks to the company', scene({}, true), 'talking'],
  ['the car is there and he is told that', { ...scene({ tripState: 'waiting_client' }), news: 'client_arrived' }, null],
])('%s', (_, scene, why) => {
  expect(whyNotRung(scene)).toBe(why)
})
