import {
  createSearchInterval,
  createSearchMethod,
  editSearchInterval,
  editSearchMethod,
} from '@dispecerat/contract/dispatch/search-rules'
import { stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import { ApiError } from '../../../api/api-error.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { request } from '../../../api/request.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { builderMessages } from '../builder-messages.ts'
import {
  changedIds,
  type DraftStep,
  fieldsOf,
  type IntervalFields,
  isUnsaved,
  type RulesDraft,
  stepsOf,
} from '../rules-draft.ts'
import { intervalSaved, methodSaved } from '../rules-sync.ts'
import { useRulesDraft } from '../use-rules-draft.ts'
import { inheritHue } from '../week/hues.ts'

/**
 * Saves the changes one by one, each as a request of its own: changed steps first, then new intervals in their order,
 * then changed ones. What was saved is no longer marked as unsaved, so a refusal in between loses nothing. Throws the
 * server's refusal.
 */
export async function saveRules(): Promise<void> {
  for (const key of changedMethods(draftNow())) await saveSteps(key)
  for (const id of draftNow().order.filter(isUnsaved)) await refusable(id, () => createInterval(id))
  for (const id of changedIds(draftNow())) await refusable(id, () => saveInterval(id))
}

function draftNow(): RulesDraft {
  const { draft } = useRulesDraft.getState()
  if (draft === null) throw new Error('there are no rules to save')
  return draft
}

function changedMethods(draft: RulesDraft): number[] {
  return Object.keys(draft.methods)
    .map(Number)
    .filter((key) => key > 0)
}

async function saveSteps(key: number): Promise<void> {
  const edited = draftNow().methods[key]
  if (!edited) return
  const id = draftNow().order.find((one) => fieldsOf(draftNow(), one).method === key) ?? 0
  const input = { params: { id: key }, body: { definitions: definitionsOf(edited.thing) } }
  const { data } = await refusable(id, () => request(editSearchMethod, input, { version: edited.version ?? undefined }))
  useRulesDraft.setState({ draft: methodSaved(draftNow(), key, data) })
  toast.good(builderMessages.methodSaved)
}

async function createInterval(id: number): Promise<void> {
  const draft = draftNow()
  const fields = fieldsOf(draft, id)
  const own =
    fields.method !== null && fields.method < 0
      ? { definitions: definitionsOf(stepsOf(draft, id)) }
      : { search_method_id: fields.method }
  const place = { company_id: draft.known.companyId, position: draft.order.indexOf(id) + 1 }
  const { data } = await request(createSearchInterval, { body: { ...place, ...wireFields(fields), ...own } })
  inheritHue(id, data.id)
  const { selected } = useRulesDraft.getState()
  useRulesDraft.setState({
    draft: intervalSaved(draftNow(), id, data),
    selected: selected === id ? data.id : selected,
  })
  toast.good(builderMessages.created)
}

async function saveInterval(id: number): Promise<void> {
  await createSeparateMethod(id)
  const edited = draftNow().intervals[id]
  if (!edited) return
  const body = { ...wireFields(edited.thing), search_method_id: edited.thing.method }
  const { data } = await request(editSearchInterval, { params: { id }, body }, { version: edited.version ?? undefined })
  useRulesDraft.setState({ draft: intervalSaved(draftNow(), id, data) })
  toast.good(builderMessages.updated)
}

/** Steps separated from another interval's are saved as a method before the interval can refer to it. */
async function createSeparateMethod(id: number): Promise<void> {
  const draft = draftNow()
  const { method } = fieldsOf(draft, id)
  if (method === null || method > 0) return
  const body = { company_id: draft.known.companyId, definitions: definitionsOf(stepsOf(draft, id)) }
  const { data } = await request(createSearchMethod, { body })
  useRulesDraft.setState({ draft: methodSaved(draftNow(), method, data) })
}

/** A 422 is shown at the fields of its interval. */
async function refusable<T>(id: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) {
      const { refused } = useRulesDraft.getState()
      useRulesDraft.setState({ refused: { ...refused, [id]: fieldErrors(error) }, selected: id })
    }
    throw error
  }
}

function definitionsOf(steps: readonly DraftStep[]) {
  return { items: steps.map(({ step }) => stepToWire(step)) }
}

function wireFields({ name, type, timeFrom, timeTo, selectedDay, customDay }: IntervalFields) {
  const value = { time_from: timeFrom, time_to: timeTo, selected_day: selectedDay, custom_day: customDay }
  return { name: name || null, type, value }
}
