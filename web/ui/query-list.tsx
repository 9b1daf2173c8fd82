import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { phoneMediaQuery, useMediaQuery } from '../lib/browser/use-media.ts'
import type { RowRefusalState } from '../lib/forms/use-row-refusal.ts'
import { classNames } from './class-names.ts'
import { FailedState } from './failed-state.tsx'
import { FormAlert } from './form-alert.tsx'
import { LiveRegion } from './live-region.tsx'
import { LoadMoreControl, type LoadMoreProps } from './load-more.tsx'
import styles from './query-list.module.css'
import { RefreshBar } from './refresh-bar.tsx'
import { uniqueRowNamer } from './row-names.ts'
import { Skeleton } from './skeleton.tsx'
import { rowClickListener, Table, type TableColumn } from './table.tsx'

/** The properties of a result of `useApiQuery`, `useApiPages` or `useLivePages` that the list needs. */
interface ListQuery extends Partial<Omit<LoadMoreProps['pages'], 'rows'>> {
  isPending: boolean
  isRefetchError: boolean
  /** When the shown rows were read, in epoch milliseconds. */
  dataUpdatedAt: number
  refetch: () => Promise<{ isError: boolean }>
  changed?: ReadonlySet<string>
}

interface ListTexts {
  /** Shown while the rows are read. */
  loading: string
  /** The message if the rows, or further rows, cannot be read. */
  failed: string
  /** The message above the rows if they could not be read again. Without it, only a pressed Refresh reports that. */
  outdated?: string
  /** The message after Refresh was pressed in vain. Without it, the list has no button Refresh. */
  notRefreshed?: string
  /** Returns the text with the number of rows. */
  found?: (count: number, moreFollows: boolean) => string
}

interface RowsProps<Row> {
  rows: readonly Row[]
  /** The accessible name of the list. */
  label: string
  /** Names a row for the labels of its controls. If several rows have the same name, a number is added. */
  nameOf?: ((row: Row) => string) | undefined
  /** The list as a table. Without columns, it always has cards. Keep the same array, or every row is redrawn. */
  columns?: readonly TableColumn<Row>[] | undefined
  tableClassName?: string | undefined
  /** The media query of screens that are too narrow for the table and show cards instead. */
  cardsOn?: string
  /** Renders a row as a card. Keep the same function, or every card is redrawn. */
  card: (row: Row, name: string, refusal: string) => ReactNode
  /** How many cards fill the window of a phone. */
  cardsOfPhone?: number
  /** A class for the list of cards; it can set `--card-width`, `--card-gap` and `--card-height`. */
  cardsClassName?: string | undefined
  /** Called for a click on a row outside its controls. Each row needs a link as well, for keyboard users. */
  onRowClick?: ((row: Row) => void) | undefined
  /** The refusals of actions on rows. */
  refusals?: RowRefusalState | undefined
  /** The ids of the rows that are marked, because they were found new or changed in the last seconds. */
  changed?: ReadonlySet<string> | undefined
}

interface QueryListProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'changed'> {
  query: ListQuery
  /** The rows of the query; undefined until they have been read. */
  rows: readonly Row[] | undefined
  texts: ListTexts
  /** The number of lines of the placeholder: enough to fill a window, so that nothing moves when the rows replace it. */
  loadingLines?: number | undefined
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Shown in the bar above the list, beside the number of rows. */
  besideCount?: ReactNode
  /** Shown in the bar above the list, before and after the button Refresh. */
  filters?: ReactNode
  actions?: ReactNode
  /** The failure of another query that the list needs. */
  failure?: ReactNode
  /** Loads further rows. The default suits a query that has pages. */
  more?: ReactNode
}

/** A list of records: it says that they are loading, failed to load or that there are none, and shows them as a table or as cards. */
export function QueryList<Row extends { id: string }>(props: QueryListProps<Row>) {
  const { query, rows, texts, loadingLines, empty, besideCount, filters, actions, failure, more, ...shown } = props

  function content() {
    if (query.isPending) return <Skeleton label={texts.loading} lines={loadingLines} />
    if (!rows) return <FailedState message={texts.failed} onRetry={() => void query.refetch()} />
    return rows.length > 0 ? <Rows {...shown} rows={rows} changed={query.changed} /> : empty
  }
  return (
    <div className={styles.list}>
      <ListBar {...{ query, rows, texts, besideCount, filters, actions }} />
      <FormAlert>{failure}</FormAlert>
      <FormAlert>{rows && query.isRefetchError && texts.outdated}</FormAlert>
      <div>{content()}</div>
      {more ?? <MoreRows query={query} rows={rows} failure={texts.failed} />}
    </div>
  )
}

type ListBarProps = Pick<QueryListProps<unknown>, 'query' | 'rows' | 'texts' | 'besideCount' | 'filters' | 'actions'>

/** The bar above a list: filters, the number of rows, the age of the data with Refresh, and further actions. */
function ListBar({ query, rows, texts: { notRefreshed, found }, besideCount, filters, actions }: ListBarProps) {
  const count = found && (
    <div className="tabular">
      <LiveRegion role="status">
        {rows && !query.isPending && found(rows.length, query.hasNextPage ?? false)}
      </LiveRegion>
    </div>
  )
  if (!notRefreshed) return count && <div className="muted small">{count}</div>
  return (
    <div className={classNames(styles.bar, filters !== undefined && styles.filtered)}>
      {filters}
      <RefreshBar at={query.dataUpdatedAt} again={async () => !(await query.refetch()).isError} failed={notRefreshed}>
        {count}
        {besideCount}
      </RefreshBar>
      {actions}
    </div>
  )
}

/** The control for further rows, if the query has pages. */
function MoreRows({ query, rows, failure }: Pick<QueryListProps<unknown>, 'query' | 'rows'> & { failure: string }) {
  const { hasNextPage, isFetchingNextPage = false, isFetchNextPageError = false, fetchNextPage } = query
  if (hasNextPage === undefined || !fetchNextPage) return null
  return (
    <LoadMoreControl
      pages={{ rows, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }}
      failure={failure}
    />
  )
}

/** Enough rows to fill a high window. */
const firstRows = 30

/** Whether rows were shown since the page was loaded. A list to which the user returns needs the height for its scroll position. */
let hasShownRows = false

function Rows<Row extends { id: string }>({ rows, nameOf, cardsOfPhone = firstRows, ...props }: RowsProps<Row>) {
  const { label, columns, tableClassName, cardsOn = 'all', onRowClick, refusals, changed } = props
  const isNarrow = useMediaQuery(cardsOn)
  const isPhone = useMediaQuery(phoneMediaQuery)
  // The first picture has only the rows of the window. The others follow at once, so that a search in the page finds them.
  const isWhole = useDeferredValue(true, false)
  const shown = isWhole ? rows : rows.slice(0, isPhone && !hasShownRows ? cardsOfPhone : firstRows)
  useEffect(() => {
    hasShownRows ||= isWhole
  }, [isWhole])
  const uniqueNameOf = nameOf && uniqueRowNamer(rows, nameOf)
  if (isNarrow || !columns) return <Cards {...props} rows={shown} nameOf={uniqueNameOf} />
  return (
    <Table
      label={label}
      className={tableClassName}
      columns={columns}
      rows={shown}
      rowKey={idOf}
      nameOf={uniqueNameOf}
      onRowClick={onRowClick}
      refusalOf={({ id }) => refusals?.of(id) ?? ''}
      isMarked={({ id }) => changed?.has(id) ?? false}
    />
  )
}

const idOf = ({ id }: { id: string }) => id

function Cards<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, label, nameOf, card, cardsClassName, onRowClick, refusals, changed } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link in each card is there for the keyboard
    <ul
      aria-label={label}
      className={classNames(styles.cards, cardsClassName)}
      onClick={onRowClick && rowClickListener({ rows, rowKey: idOf, onRowClick })}
    >
      {rows.map((row) => (
        <li key={row.id} data-row={row.id} className={changed?.has(row.id) ? 'marked' : undefined}>
          <CardOf row={row} name={nameOf?.(row) ?? ''} refusal={refusals?.of(row.id) ?? ''} card={card} />
        </li>
      ))}
    </ul>
  )
}

interface CardOfProps<Row> extends Pick<RowsProps<Row>, 'card'> {
  row: Row
  name: string
  refusal: string
}

/** A row as a card, which is redrawn only when something of it has changed. */
function CardOf<Row>({ row, name, refusal, card }: CardOfProps<Row>) {
  return useMemo(() => card(row, name, refusal), [row, name, refusal, card])
}
