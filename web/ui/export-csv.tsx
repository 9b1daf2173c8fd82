import { csvFile } from '../lib/browser/csv.ts'
import { ExportButton, type ExportProgress } from './export-button.tsx'

interface ExportCsvProps {
  /** How the name of the file begins. */
  name: string
  size?: 'small'
  countOf: (count: number) => string
  failure: string
  /** Reads everything and answers the lines of the file. */
  collect: (progress: ExportProgress) => Promise<readonly string[]>
}

/** Everything that a list has, as a table. */
export const ExportCsv = ({ name, collect, ...button }: ExportCsvProps) => (
  <ExportButton {...button} name={[name, 'csv']} make={async (progress) => csvFile(await collect(progress))}>
    Export CSV
  </ExportButton>
)
