/* Not in its component's file, which exports only components: the unit test imports this. */

/**
 * Completes a typed hour: '7' → '07:00:00', '7:30' → '07:30:00'. An end at minute 59 means its last second. An
 * invalid text stays as typed, so that the validation reports it.
 */
export function wholeTime(typed: string, isEnd: boolean): string {
  const parts = /^(\d{1,2})(?:[:.](\d{1,2}))?(?:[:.](\d{1,2}))?$/.exec(typed.trim())
  if (!parts) return typed
  const [, hours = '0', minutes = '00', seconds] = parts
  const lastSecond = isEnd && minutes === '59' ? '59' : '00'
  return [hours, minutes, seconds ?? lastSecond].map((part) => part.padStart(2, '0')).join(':')
}
