import { listDrivers } from '@dispecerat/contract/company-desk'
import { setDriverAndFinish } from '@dispecerat/contract/orders'
import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/toast.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useKeepOrder } from './use-order.ts'

const words = ro.order.assign

/** Manual assignment: a chosen driver, and the order is closed as finished. */
export function AssignDriver({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  useFocusReturn()
  const { keep } = useKeepOrder()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.split(' · ')[0]?.trim() ?? '', 200)
  const [driverId, setDriverId] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['drivers', search],
    queryFn: ({ signal }) => call(listDrivers, { query: search === '' ? {} : { search } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const assign = useAction(
    (id: number, key) => call(setDriverAndFinish, { params: { id: orderId }, body: { driverId: id } }, { key }),
    {
      done: ({ data: order }) => {
        keep(order)
        toast.good(ro.order.finished)
        onClose()
      },
    },
  )
  const submit = () => {
    if (driverId === null) toast.bad(words.missing)
    else void assign.run(Number(driverId))
  }
  const choices = (data?.data ?? []).map((driver) => ({
    value: String(driver.id),
    label:
      [driver.default_car?.indicativ ?? driver.identifier, driver.name].filter(Boolean).join(' · ') ||
      String(driver.id),
  }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Text size="sm" c="dimmed" mb="xs">
        {words.hint}
      </Text>
      <Select
        data-autofocus
        label={words.driver}
        placeholder={words.placeholder}
        searchable
        openOnFocus={false}
        nothingFoundMessage={words.none}
        data={choices}
        value={driverId}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={setDriverId}
        withScrollArea={false}
        styles={{ options: { maxHeight: 240, overflowY: 'auto' } }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
        <Button onClick={submit} aria-busy={assign.busy}>
          {assign.busy ? ro.order.submitting : words.submit}
        </Button>
      </Group>
    </Modal>
  )
}
