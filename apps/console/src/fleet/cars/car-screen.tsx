import {
  type Car,
  type CarChange,
  createCar,
  deleteCar,
  editCar,
  listCars,
  readCar,
  restoreCar,
} from '@dispecerat/contract/fleet/cars'
import { Alert, Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { carMessages as messages } from '../../shared/drivers/car-messages.ts'
import { DocumentTag } from '../../shared/drivers/document-tag.tsx'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { CompanyName } from '../../shared/edit-page/company-field.tsx'
import { EditPage, EditSection } from '../../shared/edit-page/edit-page.tsx'
import { useEditedRow } from '../../shared/edit-page/use-edited-row.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { later } from '../../ui/later.ts'
import { CarFields, type CarValues, DocumentFields, NEW_CAR } from './car-fields.tsx'
import './cars.css'

const UNDO_MS = 6000

/** Shown under the form, once the car has loaded. */
const CarDrivers = later(() => import('./car-drivers.tsx').then((m) => m.CarDrivers))
const CarPhoto = later(() => import('./car-photo.tsx').then((m) => m.CarPhoto))

/** /car/{id}: one car, or a new one under /car/new. */
export function CarScreen() {
  const { id } = useParams({ from: '/app/car/$id' })
  return <CarPage key={id} id={id === 'new' ? null : Number(id)} />
}

function CarPage({ id }: { id: number | null }) {
  const navigate = useNavigate()
  const {
    row: car,
    form,
    page,
  } = useEditedRow<CarValues, Car>({
    entity: 'car',
    id,
    read: readCar,
    empty: NEW_CAR,
    loadedOf: (known) => ({ values: valuesOf(known), version: known.version }),
    save: (changes, { version, key, all }) =>
      id === null
        ? request(createCar, { body: newCarOf(all) }, { key })
        : request(editCar, { params: { id }, body: changeOf(changes) }, { key, version }),
    shownIn: [listCars],
    open: (added) => void navigate({ to: '/car/$id', params: { id: String(added) }, replace: true }),
  })
  const remove = useDeleteCar()
  return (
    <EditPage
      title={car ? messages.carTitle(car.indicativ, car.number) : messages.newTitle}
      aside={
        car ? (
          <>
            <DocumentTag state={car.papers} />
            <CompanyName name={car.company_name} />
            <span className="table-tools-space" />
            <Button size="compact-sm" variant="default" color="red" onClick={() => remove(car.id)}>
              {messages.remove}
            </Button>
          </>
        ) : null
      }
      {...page}
      labels={messages.fields}
    >
      {car?.barred_by_papers ? (
        <Alert color="red" role="alert">
          {messages.barred}
        </Alert>
      ) : null}
      <EditSection title={messages.sections.car}>
        <CarFields form={form} isNew={id === null} />
      </EditSection>
      <EditSection title={messages.sections.papers}>
        <DocumentFields form={form} />
      </EditSection>
      {car ? (
        <Suspense fallback={<Skeleton height={160} />}>
          <CarDrivers car={car} />
          <CarPhoto car={car} />
          <ChangeHistory entity="car" entityId={car.id} labels={messages.fields} />
        </Suspense>
      ) : null}
    </EditPage>
  )
}

function valuesOf(car: Car): CarValues {
  const { indicativ, number, make, model, color, year, seats, category, options, is_active, notes } = car
  const { taxi_licence_no, taxi_licence_until, itp_until, rca_until } = car
  return {
    company_id: null,
    indicativ,
    number,
    make: make ?? '',
    model: model ?? '',
    color: color ?? '',
    year,
    seats,
    category,
    options: [...options],
    is_active,
    notes: notes ?? '',
    taxi_licence_no: taxi_licence_no ?? '',
    taxi_licence_until,
    itp_until,
    rca_until,
  }
}

function changeOf({ company_id: _, ...changes }: Partial<CarValues>): CarChange {
  const { year, seats } = changes
  return {
    ...changes,
    ...(year === '' ? { year: null } : {}),
    ...(seats === '' ? { seats: Number.NaN } : {}),
  } as CarChange
}

function newCarOf({ company_id, ...values }: CarValues) {
  return { ...(company_id === null ? {} : { company_id }), ...changeOf(values) } as {
    indicativ: string
    number: string
  }
}

/** Confirms, deletes, returns to the list, and offers to undo. */
function useDeleteCar() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void invalidate(cache, listCars)
  const restore = useAction((id: number, key) => request(restoreCar, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      refresh()
    },
  })
  const remove = useAction((id: number, key) => request(deleteCar, { params: { id } }, { key }), {
    done: (_, id) => {
      refresh()
      void navigate({ to: '/cars', search: {} })
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
  })
  return (id: number) =>
    confirm({ text: messages.removeQuestion, yes: messages.removeYes, danger: true, onYes: () => void remove.run(id) })
}
