import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FormAlert } from './form-alert.tsx'
import styles from './table.module.css'

export interface TableColumn<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** The column's cell names its row. Screen readers read it when the user moves down another column. */
  isRowHead?: boolean
}

interface TableProps<Row> {
  /** The table's accessible name, for users who cannot see the page around it. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Called for a click on the row outside its controls. A cell needs a link as well, for keyboard users. */
  onRowClick?: (row: Row) => void
  /** Returns why the last action on a row was refused, or '' for a row without a refusal. It is shown below the row. */
  refusalOf?: (row: Row) => string
  /** Returns true if the row has just been added or changed. */
  isMarked?: (row: Row) => boolean
  className?: string | undefined
}

/** Returns true if a click on the target is meant for the row, not for a control in the row. */
export const isRowClick = (target: EventTarget) =>
  !(target instanceof Element && target.closest('a, button, input, select, label, [role=listbox]'))

const rowStyle = 'amplify-table__row'

interface CellProps {
  align: 'right' | undefined
  /** Whether the cell heads a column or a row. */
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

/**
 * A table whose column heads stay in view. It uses Amplify's style sheet but not Amplify's cell components, each of which would
 * measure the window.
 */
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
                if (isRowClick(event.target)) onRowClick?.(row)
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
