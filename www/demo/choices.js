// The group of radio buttons, made from the table of scenarios. Real inputs and labels: arrows, Enter
// and screen readers work without a line of code.

/** @typedef {import('./scenarios.js').Scenario} Scenario */

/**
 * Fills the fieldset.
 * @param {HTMLElement} container
 * @param {Scenario[]} scenarios
 * @param {(scenario: Scenario) => void} onChoice called at once for the first, then for each change
 */
export function showChoices(container, scenarios, onChoice) {
  for (const scenario of scenarios) {
    const { id, title, hint } = scenario;
    const input = Object.assign(document.createElement('input'), {
      type: 'radio',
      name: 'scenario',
      id: `scenario-${id}`,
      value: id,
    });
    input.setAttribute('aria-describedby', `hint-${id}`);
    input.addEventListener('change', () => onChoice(scenario));
    const name = Object.assign(document.createElement('span'), { className: 'title', textContent: title });
    const label = Object.assign(document.createElement('label'), { htmlFor: input.id, className: 'choice' });
    // Outside the label's name, so that it is read as a description, but inside what can be clicked.
    const about = Object.assign(document.createElement('span'), { id: `hint-${id}`, className: 'hint', textContent: hint });
    about.setAttribute('aria-hidden', 'true');
    label.append(input, name, about);
    container.append(label);
  }
  const first = container.querySelector('input');
  if (first) first.checked = true;
  onChoice(scenarios[0]);
}
