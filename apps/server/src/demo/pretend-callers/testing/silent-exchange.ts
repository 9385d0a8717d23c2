import type { PublicPhone } from '../../../adapters/telephony/embedded/in-process.ts'
import type { OutsideCall, PlacesCalls } from '../../../adapters/telephony/pretend/places-calls.ts'
import type { Voices } from '../../../adapters/telephony/pretend/voices.ts'

export interface SilentCall extends OutsideCall {
  hungUp: boolean
}

/** A fake exchange that records calls, and fake voices that record their input. */
export function createSilentExchange() {
  const calls: SilentCall[] = []
  const spoken: string[] = []
  const registeredPhones = new Map<string, PublicPhone>()
  const exchange: PlacesCalls = {
    placeCall: (call) => {
      const placed: SilentCall = { ...call, hungUp: false }
      calls.push(placed)
      return {
        callId: `call-${calls.length}`,
        hangUp: () => {
          placed.hungUp = true
        },
      }
    },
    standBy: (number, phone) => {
      registeredPhones.set(number, phone)
      return () => void registeredPhones.delete(number)
    },
  }
  const voices: Voices = {
    open: async (hertz) => ({
      offer: `offer ${hertz}`,
      receivedBytes: 0,
      answered: (sdp) => void spoken.push(`answered ${sdp}`),
      reoffered: async (sdp) => `answer to ${sdp}`,
      speaks: (isSpeaking) => void spoken.push(isSpeaking ? 'speaks' : 'is silent'),
      close: () => void spoken.push('closed'),
    }),
    stop: async () => undefined,
  }
  return { calls, spoken, registeredPhones, exchange, voices }
}
