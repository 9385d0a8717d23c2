import { Modal } from '@mantine/core'
import { ro } from '../text/ro.ts'
import { useFocusReturn } from '../ui/dialogs/use-focus-return.ts'
import { KEY_IDS, KEYS, type KeyScope } from './registry.ts'

const SCOPES = Object.keys(ro.keys.scopes) as KeyScope[]

export function CheatSheetDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn()
  return (
    <Modal
      opened
      onClose={onClose}
      title={ro.keys.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      {SCOPES.map((scope) => (
        <section key={scope} className="cheat-scope">
          <h3>{ro.keys.scopes[scope]}</h3>
          <dl>
            {KEY_IDS.filter((id) => KEYS[id].scope === scope).map((id) => (
              <div key={id}>
                <dt>
                  <kbd className="key-hint">{KEYS[id].shown}</kbd>
                </dt>
                <dd>
                  {KEYS[id].label}
                  {KEYS[id].allowInFields ? <small> · {ro.keys.inFields}</small> : null}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
