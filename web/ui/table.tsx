import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FormAlert } from './form-alert.tsx'
import styles from './table.module.css'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** Names the row for screen readers that move down another column. */
  isRowHead?: boolean
}

interface TableProps<Row> {
  /** What the table lists, for who cannot see the page around it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A click on a row's free area; its cells hold a link for the keyboard. */
  onRowClick?: (row: Row) => void
  /** Why the last action on a row was refused, shown below it; '' for the other rows. */
  refusalOf?: (row: Row) => string
  /** Something new is in it. */
  isMarked?: (row: Row) => boolean
  className?: string | undefined
}

/** Whether a click there is meant for the row, not for something that stands in it. */
export const isFree = (target: EventTarget) =>
  !(target instanceof Element && target.closest('a, button, input, select, label, [role=listbox]'))

const rowStyle = 'amplify-table__row'

interface CellProps {
  align: 'right' | undefined
  /** What it is the head of. */
  scope?: 'col' | 'row' | undefined
  children: ReactNode
}

function Cell({ align, scope, children }: CellProps) {
  const Tag = scope ? 'th' : 'td'
  return (
    <Tag scope={scope} className={classNames(`amplify-table__${Tag}`, align && styles[align])}>
      {children}
    </Tag>
  )
}

/** Rows under heads that stay in sight. Amplify's sheet styles them; each of its own cells would ask how wide the window is. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onRowClick, refusalOf, isMarked, className } = props
  return (
    <table
      aria-label={label}
      data-highlightonhover={Boolean(onRowClick)}
      className={classNames('amplify-table', styles.table, className)}
    >
      <thead className="amplify-table__head">
        <tr className={rowStyle}>
          {columns.map(({ key, head, align }) => (
            <Cell key={key} scope="col" align={align}>
              {head}
            </Cell>
          ))}
        </tr>
      </thead>
      <tbody className="amplify-table__body">
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <tr
              data-row={rowKey(row)}
              className={classNames(rowStyle, onRowClick && styles.clickable, isMarked?.(row) && 'marked')}
              onClick={(event) => {
                if (isFree(event.target)) onRowClick?.(row)
              }}
            >
              {columns.map(({ key, cell, align, isRowHead }) => (
                <Cell key={key} scope={isRowHead ? 'row' : undefined} align={align}>
                  {cell(row)}
                </Cell>
              ))}
            </tr>
            {refusalOf?.(row) && (
              <tr className={rowStyle}>
                <td className="amplify-table__td" colSpan={columns.length}>
                  <FormAlert>{refusalOf(row)}</FormAlert>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
