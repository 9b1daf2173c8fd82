import { Table as AmplifyTable, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react'
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

const rowHead = { as: 'th', scope: 'row' } as const

/** Rows under heads that stay in sight. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onRowClick, refusalOf, isMarked, className } = props
  return (
    <AmplifyTable
      aria-label={label}
      highlightOnHover={Boolean(onRowClick)}
      className={classNames(styles.table, className)}
    >
      <TableHead>
        <TableRow>
          {columns.map(({ key, head, align }) => (
            <TableCell as="th" scope="col" key={key} className={classNames(align && styles[align])}>
              {head}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <TableRow
              data-row={rowKey(row)}
              className={classNames(onRowClick && styles.clickable, isMarked?.(row) && 'marked')}
              onClick={(event) => {
                if (isFree(event.target)) onRowClick?.(row)
              }}
            >
              {columns.map(({ key, cell, align, isRowHead }) => (
                <TableCell key={key} {...(isRowHead && rowHead)} className={classNames(align && styles[align])}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
            {refusalOf?.(row) && (
              <TableRow>
                <TableCell colSpan={columns.length}>
                  <FormAlert>{refusalOf(row)}</FormAlert>
                </TableCell>
              </TableRow>
            )}
          </Fragment>
        ))}
      </TableBody>
    </AmplifyTable>
  )
}
