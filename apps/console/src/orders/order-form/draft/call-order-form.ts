import type { CallOrderForm } from '../../../shared/telephone/order-form/call-order-form.ts'
import { adoptCallDraft } from './call-draft.ts'
import { orderFromRing } from './order-from-ring.ts'

/** Loaded on its own, because a call can be answered on a screen without the form. */
export const callOrderForm: CallOrderForm = { orderFromRing, adoptCallDraft }
