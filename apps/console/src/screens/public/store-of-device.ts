/** Which store a device has; null: neither, a computer. An iPad says it is a Mac, but is touched. */
export function storeOfDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): 'play_store' | 'app_store' | null {
  if (/android/i.test(userAgent)) return 'play_store'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'app_store'
  return /macintosh/i.test(userAgent) && maxTouchPoints > 1 ? 'app_store' : null
}
