import type { PromiseWarning } from '@dispecerat/contract/orders/lead'
import { toast } from '../../../ui/dialogs/toast.ts'
import { patiently } from '../../../ui/later.ts'

/** Long enough to tell the client, who is still on the telephone. */
const SHOWN_MS = 12_000

/** Shows why the departure of an order that was just saved cannot be promised. */
export function warnPromise({ warning }: { warning?: PromiseWarning | undefined }): void {
  if (!warning) return
  /* The text is loaded on demand, because the first screen does not need it. */
  void patiently(() => import('./promise-messages.ts')).then(({ promiseText }) =>
    toast.info(promiseText(warning), { ms: SHOWN_MS }),
  )
}
