import { expect, test } from 'vitest'
import { withClassNames } from '../../web/write-class-names.ts'

test('a class name is written where it is used', () => {
  expect(
    withClassNames(`import styles from '../list/list.module.css'
      const row = <li className={classNames(styles.row, isOpen && styles.open)} />`),
  ).toBe(`import '../list/list.module.css'
      const row = <li className={classNames('list_row', isOpen && 'list_open')} />`)
})

test('a sheet whose name is the one of its import keeps its path', () => {
  expect(withClassNames("import form from './form.module.css'\nconst name = form.label")).toBe(
    "import './form.module.css'\nconst name = 'form_label'",
  )
})

test('two sheets of one file keep apart', () => {
  expect(withClassNames("import own from './own.module.css'\nimport run from './run.module.css'\n[own.a, run.a]")).toBe(
    "import './own.module.css'\nimport './run.module.css'\n['own_a', 'run_a']",
  )
})

test('where a variable chooses the class, the table stays', () => {
  const code = "import styles from './badge.module.css'\nclassNames(styles.badge, styles[tone])"
  expect(withClassNames(code)).toBe(code)
})
