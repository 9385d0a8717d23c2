/* Not in its component's file, which exports only components: the unit test imports this. */

/** The app store of a device; null for a computer. An iPad identifies itself as a Mac, but has a touch screen. */
export function storeOfDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): 'play_store' | 'app_store' | null {
  if (/android/i.test(userAgent)) return 'play_store'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'app_store'
  return /macintosh/i.test(userAgent) && maxTouchPoints > 1 ? 'app_store' : null
}
