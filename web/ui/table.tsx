import { type MouseEvent, type ReactNode, useMemo } from 'react'
import { classNames } from './class-names.ts'
import { FormAlert } from './form-alert.tsx'
import styles from './table.module.css'

export interface TableColumn<Row> {
  key: string
  head: ReactNode
  /** `name` is what `nameOf` returns for the row. */
  cell: (row: Row, name: string) => ReactNode
  align?: 'right'
  className?: string | undefined
  /** How the rows are sorted by this column, if they are. */
  sorted?: 'ascending' | 'descending' | undefined
  /** The column's cell names its row. Screen readers read it when the user moves down another column. */
  isRowHead?: boolean
}

export interface TableProps<Row> {
  /** The table's accessible name, for users who cannot see the page around it. */
  label: string
  /** A row is redrawn when it or the columns change, so a long table needs columns that stay the same object. */
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Names a row for the labels of its controls. No two rows may have the same name. */
  nameOf?: ((row: Row) => string) | undefined
  /** Called for a click on the row outside its controls. A cell needs a link as well, for keyboard users. */
  onRowClick?: ((row: Row) => void) | undefined
  /** Returns why the last action on a row was refused, or '' for a row without a refusal. It is shown below the row. */
  refusalOf?: ((row: Row) => string) | undefined
  /** Returns true if the row has just been added or changed. */
  isMarked?: ((row: Row) => boolean) | undefined
  className?: string | undefined
}

/**
 * Returns a listener for clicks on a list whose rows have their key in `data-row`. It calls `onRowClick` for a click on a row that
 * is not meant for a control in the row.
 */
export const rowClickListener =
  <Row,>({ rows, rowKey, onRowClick }: Pick<TableProps<Row>, 'rows' | 'rowKey' | 'onRowClick'>) =>
  ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('a, button, input, select, label, [role=listbox]')) return
    const clicked = target.closest('[data-row]')?.getAttribute('data-row')
    const row = rows.find((one) => rowKey(one) === clicked)
    if (row) onRowClick?.(row)
  }

const rowStyle = 'amplify-table__row'

interface CellProps {
  align: 'right' | undefined
  className: string | undefined
  /** Whether the cell heads a column or a row. */
  scope?: 'col' | 'row' | undefined
  sorted?: 'ascending' | 'descending' | undefined
  children: ReactNode
}

function Cell({ align, className, scope, sorted, children }: CellProps) {
  const Tag = scope ? 'th' : 'td'
  return (
    <Tag
      scope={scope}
      aria-sort={sorted}
      className={classNames(`amplify-table__${Tag}`, align && styles[align], className)}
    >
      {children}
    </Tag>
  )
}

interface RowProps<Row> extends Pick<TableProps<Row>, 'columns'> {
  row: Row
  id: string
  name: string
  refusal: string | undefined
  className: string
}

function TableRow<Row>({ row, id, name, columns, refusal, className }: RowProps<Row>) {
  // Keeps the row as it is while nothing of it has changed, however often its list is drawn.
  return useMemo(
    () => (
      <>
        <tr data-row={id} className={className}>
          {columns.map(({ key, cell, align, className, isRowHead }) => (
            <Cell key={key} scope={isRowHead ? 'row' : undefined} align={align} className={className}>
              {cell(row, name)}
            </Cell>
          ))}
        </tr>
        {refusal && (
          <tr className={rowStyle}>
            <td className="amplify-table__td" colSpan={columns.length}>
              <FormAlert>{refusal}</FormAlert>
            </td>
          </tr>
        )}
      </>
    ),
    [row, id, name, columns, refusal, className],
  )
}

/**
 * A table whose column heads stay in view. It uses Amplify's style sheet but not Amplify's cell components, each of which would
 * measure the window.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, nameOf, onRowClick, refusalOf, isMarked, className } = props
  return (
    <table
      aria-label={label}
      data-highlightonhover={Boolean(onRowClick)}
      className={classNames('amplify-table', styles.table, className)}
    >
      <thead className="amplify-table__head">
        <tr className={rowStyle}>
          {columns.map(({ key, head, align, sorted, className }) => (
            <Cell key={key} scope="col" align={align} sorted={sorted} className={className}>
              {head}
            </Cell>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link in each row is there for the keyboard */}
      <tbody className="amplify-table__body" onClick={onRowClick && rowClickListener({ rows, rowKey, onRowClick })}>
        {rows.map((row) => (
          <TableRow
            key={rowKey(row)}
            id={rowKey(row)}
            row={row}
            name={nameOf?.(row) ?? ''}
            columns={columns}
            refusal={refusalOf?.(row)}
            className={classNames(rowStyle, onRowClick && styles.clickable, isMarked?.(row) && 'marked')}
          />
        ))}
      </tbody>
    </table>
  )
}
