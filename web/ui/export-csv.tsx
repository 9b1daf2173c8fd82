import { csvFile } from '../lib/browser/csv.ts'
import { ExportButton, type ExportProgressHandle } from './export-button.tsx'

interface ExportCsvProps {
  /** The start of the file's name. */
  name: string
  size?: 'small'
  countOf: (count: number) => string
  failure: string
  /** Reads all records and returns the lines of the file. */
  collect: (progress: ExportProgressHandle) => Promise<readonly string[]>
}

/** A button that exports all rows of a list as CSV. */
export const ExportCsvButton = ({ name, collect, ...button }: ExportCsvProps) => (
  <ExportButton {...button} name={[name, 'csv']} make={async (progress) => csvFile(await collect(progress))}>
    Export CSV
  </ExportButton>
)
