import { useEffect, useImperativeHandle, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { search } from '#shared/api/search-and-day.ts'
import { attemptText } from '#shared/model/attempt.ts'
import { minSearchLength, type SearchHits } from '#shared/model/search-and-day.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { isDeliveryAddress, readSlipCode } from '#shared/rules/slip-codes.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../lib/session/clock.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Link } from '../../ui/link.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { placeOnRunText } from '../deliveries/delivery-text.ts'
import { LateBadge } from '../deliveries/marks/late-badge.tsx'
import styles from './search.module.css'

const pauseMs = 200

/** The functions with which the search field, which has the focus, passes its keys on to the list of results. */
export interface SearchResultsHandle {
  move: (by: 1 | -1) => void
  /** Opens the chosen result. If there are no results yet, opens the first one that arrives. */
  open: () => void
}

interface SearchResultsProps {
  text: string
  /** The element id of the list. */
  id: string
  mayManage: boolean
  handle: React.Ref<SearchResultsHandle>
  /** Called with the element id of the chosen option; '' if none is chosen. */
  onActive: (optionId: string) => void
  /** Called when a result or the form for a new patient is opened. */
  onDone: () => void
}

interface Option {
  key: string
  to: string
  lines: React.ReactNode
}

const DeliveryLines = ({ hit }: { hit: SearchHits['deliveries'][number] }) => (
  <>
    <span className={styles.name}>{hit.patient_name}</span> <StatusBadge status={hit.status} />
    <span className="muted small tabular">
      {formatDateAndAnyTime(hit.delivery_date)}, {timeRangeLabel(hit.time_range)}
      {hit.pharmacist_name && `, ${hit.pharmacist_name}`}
      {hit.place && `. ${placeOnRunText(hit.place)}`}
      {hit.last_attempt && `. ${attemptText(hit.last_attempt)}`}
    </span>{' '}
    <LateBadge delivery={hit} clock={useOrganisationDateTime()} />
  </>
)

const patientLines = ({ name, phone, city }: SearchHits['patients'][number]) => (
  <>
    <span className={styles.name}>{name}</span>
    <span className="muted small tabular">{[formatPhone(phone), city].filter(Boolean).join(', ')}</span>
  </>
)

/** Returns the address of a delivery's page with the slip's code, if `text` has one. The page warns if the slip is outdated. */
const withSlip = (deliveryId: string, text: string) => {
  const slip = readSlipCode(text)?.slip
  return `${paths.delivery(deliveryId)}${slip ? `?slip=${slip}` : ''}`
}

/** Returns the options in this order: the deliveries that the text itself names, the patients, then the patients' deliveries. */
function optionsOf({ patients, deliveries }: SearchHits, text: string): Option[] {
  const people = patients.map((patient) => ({
    key: patient.id,
    to: paths.patient(patient.id),
    lines: patientLines(patient),
  }))
  const optionOf = (hit: SearchHits['deliveries'][number]) => ({
    key: hit.id,
    to: hit.matched === 'id' ? withSlip(hit.id, text) : paths.delivery(hit.id),
    lines: <DeliveryLines hit={hit} />,
  })
  const [theirs, named] = [true, false].map((isTheirs) =>
    deliveries.filter(({ matched }) => (matched === 'patient') === isTheirs).map(optionOf),
  )
  return [...(named ?? []), ...people, ...(theirs ?? [])]
}

/** The search results, which are updated while the user types. Only results for the current text are shown. */
export function SearchResults({ text, id, mayManage, handle, onActive, onDone }: SearchResultsProps) {
  const navigate = useNavigate()
  const settledText = useDebounced(text.trim(), pauseMs)
  const isEnough = [...text.trim()].length >= minSearchLength
  const isSettled = settledText === text.trim()
  const found = useApiQuery(search, { query: { q: settledText } }, { enabled: isEnough && isSettled, staleTime: 0 })
  const data = isSettled && isEnough ? found.data : undefined
  const options = data ? optionsOf(data, settledText) : []
  const [active, setActive] = useState(0)
  const [isHurried, setIsHurried] = useState(false)
  const chosen = options[Math.min(active, options.length - 1)]

  function go(to: string) {
    setIsHurried(false)
    onDone()
    void navigate(to)
  }
  useImperativeHandle(handle, () => ({
    move: (by) => setActive((known) => Math.max(0, Math.min(known + by, options.length - 1))),
    open: () => (chosen ? go(chosen.to) : setIsHurried(true)),
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another text, which starts at its first result
  useEffect(() => setActive(0), [settledText])
  useEffect(() => onActive(chosen ? `${id}-${chosen.key}` : ''), [chosen, id, onActive])

  const code = readSlipCode(text)
  const scanned = code && (isDeliveryAddress(text) ? withSlip(code.id, text) : options.length === 1 && options[0]?.to)
  const at = scanned || (isHurried && isSettled ? chosen?.to : undefined)
  // If the text is a delivery's address, as in the QR code of a slip, or the code printed on a slip, the delivery opens without
  // Enter. If the user has pressed Enter before there were results, the first one opens as soon as it arrives.
  useEffect(() => {
    if (at) go(at)
  })

  if (!isEnough) return null
  const isNone = data !== undefined && options.length === 0
  return (
    <div className={styles.results}>
      <LiveRegion role="status" className={isNone ? styles.none : 'unseen'}>
        {!data ? 'Searching...' : isNone ? `Nothing found for “${settledText}”` : `${options.length} found`}
      </LiveRegion>
      {found.isError && isSettled && <FailedState message="Failed to search" onRetry={() => void found.refetch()} />}
      {isNone && mayManage && (
        <Link to={paths.newPatient} className={styles.add} onClick={onDone}>
          New patient
        </Link>
      )}
      {options.length > 0 && <Options id={id} options={options} chosen={chosen} onPoint={setActive} onOpen={go} />}
    </div>
  )
}

interface OptionsProps {
  /** The element id of the list. */
  id: string
  options: readonly Option[]
  chosen: Option | undefined
  onPoint: (index: number) => void
  onOpen: (to: string) => void
}

const Options = ({ id, options, chosen, onPoint, onOpen }: OptionsProps) => (
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a listbox has no element of its own
  <ul id={id} role="listbox" aria-label="Found" className={styles.list}>
    {options.map(({ key, to, lines }, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
      <li
        key={key}
        id={`${id}-${key}`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option has no element of its own
        role="option"
        tabIndex={-1}
        aria-selected={key === chosen?.key}
        className={styles.option}
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={() => onPoint(index)}
        onClick={() => onOpen(to)}
      >
        {lines}
      </li>
    ))}
  </ul>
)
