import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { rateOrder } from '@dispecerat/contract/orders/ratings'
import { MAX_STARS, RATING_TAGS, type RatingTag } from '@dispecerat/domain/orders/rating'
import { Button, Checkbox, Group, Input, Modal, Rating, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { invalidateDriver } from '../../../shared/drivers/invalidate-driver.ts'
import { invalidateOrder } from '../../../shared/orders/keep-order.ts'
import { ro } from '../../../text/ro.ts'
import { useEscLayer } from '../../../ui/dialogs/esc-layer.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'

const messages = savedOrderMessages.rating
const LONGEST_COMMENT = 500

interface Opinion {
  stars: number
  tags: RatingTag[]
  comment: string
}

/** Rates a trip for a client who calls to praise or complain: stars, tags, a comment. */
export function RateOrder({ order, onClose }: { order: OrderView; onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const cache = useQueryClient()
  const starsId = useId()
  const [opinion, setOpinion] = useState<Opinion>({ stars: 0, tags: [], comment: '' })
  const rate = useAction(
    ({ stars, tags, comment }: Opinion, key) => {
      const body = { stars, tags, comment: comment.trim() || null }
      return request(rateOrder, { params: { id: order.id }, body }, { key })
    },
    {
      done: () => {
        void invalidateOrder(cache, order.id)
        if (order.driver_id !== null) void invalidateDriver(cache, order.driver_id)
        toast.good(messages.saved)
        onClose()
      },
    },
  )
  const submit = () => {
    if (opinion.stars === 0) toast.bad(messages.missing)
    else void rate.run(opinion)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={messages.title}
      size="md"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <div className="rating-form">
        <p className="small dim">{messages.hint}</p>
        <fieldset ref={beginAtStars} className="options" aria-labelledby={starsId}>
          <Input.Label component="span" id={starsId}>
            {messages.stars}
          </Input.Label>
          <Rating
            size="lg"
            count={MAX_STARS}
            value={opinion.stars}
            onChange={(stars) => setOpinion({ ...opinion, stars })}
            getSymbolLabel={(n) => messages.star(n)}
          />
        </fieldset>
        <Checkbox.Group
          label={messages.tags}
          value={opinion.tags}
          onChange={(tags) => setOpinion({ ...opinion, tags: RATING_TAGS.filter((tag) => tags.includes(tag)) })}
        >
          <div className="options">
            {RATING_TAGS.map((tag) => (
              <Checkbox key={tag} value={tag} label={tag} />
            ))}
          </div>
        </Checkbox.Group>
        <Textarea
          label={messages.comment}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={LONGEST_COMMENT}
          value={opinion.comment}
          onChange={(event) => setOpinion({ ...opinion, comment: event.currentTarget.value })}
        />
      </div>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
        <Button onClick={submit} aria-busy={rate.busy}>
          {rate.busy ? ro.order.submitting : messages.submit}
        </Button>
      </Group>
    </Modal>
  )
}

/** Mantine passes no attributes to the stars; without this the dialog focuses its close button. */
function beginAtStars(stars: HTMLFieldSetElement | null) {
  stars?.querySelector('input')?.setAttribute('data-autofocus', '')
}
