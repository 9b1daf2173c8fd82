import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readDelivery, readPriorDeliveries } from '#shared/api/deliveries.ts'
import { useApiQueries, useApiQuery } from '../../lib/api/queries.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { deliveryStatusLabel } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { canComplete } from '../deliveries/can-complete.ts'
import type { DeliveryAtDoor, DeliveryToComplete } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import {
  type CompletionDraft,
  completionDraftStore,
  newCompletionDraft,
} from '../deliveries/unsent/completion-draft-store.ts'
import { newCompletionValues } from '../deliveries/unsent/completion-values.ts'
import { newPatientAnswers, type PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import { isWaitingToBeSent, useUnsentWork } from '../deliveries/unsent/unsent.tsx'
import { CompletionSteps } from './completion-steps.tsx'
import { patientKey, patientsOfPackages } from './door-packages.ts'
import { useDoorSettings } from './door-settings.ts'

/**
 * Returns the stored draft of this door, or a new one, with an idempotency key for each package and a row of answers for each
 * patient.
 */
function fitted(
  restored: CompletionDraft | undefined,
  packages: readonly DeliveryAtDoor[],
  isFacility: boolean,
): CompletionDraft {
  const draft = restored ?? newCompletionDraft()
  const patients = patientsOfPackages(packages).map(([key]) => key)
  const values = restored ? restored.values : newCompletionValues(patients, isFacility)
  const rowOf = (patient: string) => values.patients.find((row) => row.patient === patient)
  return {
    ...draft,
    keys: { ...Object.fromEntries(packages.map(({ id }) => [id, crypto.randomUUID()])), ...draft.keys },
    values: { ...values, patients: patients.map((key) => rowOf(key) ?? newPatientAnswers(key, isFacility)) },
  }
}

/**
 * Returns a draft with the values of this delivery's completion that the server refused, so that the user can continue with them.
 * Returns undefined if there is none. The phone keeps a refused completion among what it has to send (`actionStore`), not as a draft.
 */
async function readRefused(userId: string, deliveryId: string): Promise<CompletionDraft | undefined> {
  const { actionStore } = await import('../deliveries/unsent/action-store.ts')
  const action = (await actionStore.of(userId)).find(
    (one) => one.deliveryId === deliveryId && one.refusal !== undefined,
  )
  if (action?.work.kind !== 'completion') return undefined
  return {
    ...newCompletionDraft(),
    ...action.work.entered,
    photo: action.work.photo,
    keys: { [deliveryId]: action.key },
  }
}

interface Opening {
  id: string
  isFacility: boolean
  /** Whether reading the delivery has ended, with or without success. */
  isKnown: boolean
}

function useOpenedDraft(packages: readonly DeliveryAtDoor[], { id, isFacility, isKnown }: Opening) {
  const { user } = useSignedInSession()
  const [drafts] = useState(() => completionDraftStore(user.id, id))
  const { data } = useQuery({
    queryKey: ['completion-draft', user.id, id],
    queryFn: async () => {
      const restored = (await drafts.read()) ?? (await readRefused(user.id, id))
      return { draft: fitted(restored, packages, isFacility), wasRestored: restored !== undefined }
    },
    enabled: isKnown,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { ...data, drafts }
}

interface CompletionDialogProps {
  row: DeliveryToComplete
  /** Called after a completion with the packages of this door that the user left out, if there are any. */
  onLeft: (packages: readonly DeliveryAtDoor[]) => void
  onClose: () => void
}

/** The dialog that completes a delivery. It reads the data that its two steps need, and then shows the steps. */
export function CompletionDialog({ row, onLeft, onClose }: CompletionDialogProps) {
  const [isBegun, setIsBegun] = useState(false)
  const [companions] = useState(row.companions ?? [])
  const read = useApiQuery(readDelivery, { params: { id: row.id } })
  const { settings, isReading: isReadingSettings } = useDoorSettings()
  const delivery = read.data ?? row
  const packages = [delivery, ...companions]
  const isFacility = 'is_business_address' in delivery && delivery.is_business_address
  const opened = useOpenedDraft(packages, { id: row.id, isFacility, isKnown: !read.isPending })
  const { draft, wasRestored = false, drafts } = opened
  const priors = useFirstDeliveryLookup([row, ...companions])
  const isStored = useUnsentWork().actions.some((action) => action.deliveryId === row.id && isWaitingToBeSent(action))

  // When the network returns, reads that have no result yet start again. `isReady` keeps the steps mounted meanwhile, because
  // unmounting would lose the signature.
  const [isReady, setIsReady] = useState(false)
  const isReading = read.isPending || isReadingSettings || priors.isReading
  if (draft && !isReading && !isReady) setIsReady(true)

  if (!isBegun && isStored)
    return <Ended words="Saved on this phone. It will be sent as soon as you have a signal." onClose={onClose} />
  if (!draft || (isReading && !isReady))
    return (
      <Dialog title={deliveryLabels.complete} onClose={onClose} size="wide" fullOnPhone>
        <Skeleton label="Loading delivery..." />
      </Dialog>
    )
  // While `isBegun` is true, the steps stay open whatever the delivery's status is. A request whose response was lost may have
  // completed the delivery, and then the same request, sent again, returns that success.
  if (!isBegun && !canComplete(delivery))
    return (
      <Ended
        words={`This delivery can’t be completed because its status is ${deliveryStatusLabel(delivery.status)}.`}
        onClose={onClose}
      />
    )
  return (
    <CompletionSteps
      {...{ packages, isFacility, draft, wasRestored, drafts, onLeft, onClose }}
      settings={settings}
      deliveryOf={priors.deliveryOf}
      onBegun={setIsBegun}
    />
  )
}

const Ended = ({ words, onClose }: { words: string; onClose: () => void }) => (
  <Dialog title={deliveryLabels.complete} onClose={onClose}>
    <p>{words}</p>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Dialog>
)

/**
 * For an hour, the server is not asked again whether a patient had deliveries before. In that time the answer usually changes only
 * by a completion on this phone, after which it is read again anyway.
 */
const staleMs = 3_600_000

/**
 * Returns whether a package is the patient's first delivery, or undefined if the package does not tell. Only a package of a run has
 * this information, because the driver must know it without a signal.
 */
const isFirst = (delivery: DeliveryAtDoor) => ('first_delivery' in delivery ? delivery.first_delivery : undefined)

const isToAsk = (delivery: DeliveryAtDoor) => delivery.patient_id !== '' && isFirst(delivery) === undefined

/**
 * Returns `deliveryOf`, which says whether this is a patient's first delivery. If the server refuses to answer, fails or has not
 * answered yet, or if the delivery has no patient, the result is `later`, because the server checks this again at the completion.
 * Without a signal, the result is `unknown`.
 */
function useFirstDeliveryLookup(packages: readonly DeliveryAtDoor[]) {
  const patients = patientsOfPackages(packages.filter(isToAsk)).map(([id]) => id)
  const reads = useApiQueries(
    readPriorDeliveries,
    patients.map((id) => ({
      params: { id },
      within: packages.find((delivery) => patientKey(delivery) === id)?.id ?? '',
    })),
    { retry: false, staleTime: staleMs },
  )
  function deliveryOf(key: string): PatientAtDoor['delivery'] {
    if (packages.some((delivery) => patientKey(delivery) === key && isFirst(delivery))) return 'first'
    const read = reads[patients.indexOf(key)]
    if (read?.data) return read.data.has_prior_deliveries ? 'later' : 'first'
    return read?.error?.status === 0 ? 'unknown' : 'later'
  }
  return { deliveryOf, isReading: reads.some(({ isPending, isFetching }) => isPending && isFetching) }
}
