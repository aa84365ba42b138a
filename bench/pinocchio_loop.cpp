// Pinocchio's algorithms in a plain C++ loop over states: the yardstick of the benchmark.
//
//     pinocchio_loop MODEL
//
// MODEL holds one joint per line, as bench/cpp_model.py writes it. The program then answers lines on its input:
//
//     states                              over how many states a pass goes
//     answer QUANTITY q… v… x…            the quantity at one state, x being accelerations or forces
//     time QUANTITY PASSES                seconds for so many passes over the states
//
// It is driven line by line so that its passes can be measured in turn with everyone else's.

#include <pinocchio/multibody.hpp>  // first: it raises limits of Boost that the others rely on

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <chrono>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using pinocchio::Convention;
using Matrix = Eigen::MatrixXd;

constexpr int STATES = 256;  // some kilobytes: the states stay in the nearest cache

pinocchio::JointModel joint(const std::string & kind, const Eigen::Vector3d & axis)
{
  using namespace pinocchio;
  if (kind == "RX") return JointModelRX();
  if (kind == "RY") return JointModelRY();
  if (kind == "RZ") return JointModelRZ();
  if (kind == "PX") return JointModelPX();
  if (kind == "PY") return JointModelPY();
  if (kind == "PZ") return JointModelPZ();
  if (kind == "RU") return JointModelRevoluteUnaligned(axis);
  if (kind == "PU") return JointModelPrismaticUnaligned(axis);
  throw std::runtime_error("no joint of kind " + kind);
}

pinocchio::Model read(const std::string & path)
{
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  pinocchio::Model model;
  Eigen::Vector3d gravity;
  file >> gravity[0] >> gravity[1] >> gravity[2];
  model.gravity.linear() = gravity;
  std::vector<double> armature;
  std::string kind;
  for (int parent; file >> parent >> kind;)
  {
    double v[26];
    for (double & x : v) file >> x;
    if (!file) throw std::runtime_error("a line of " + path + " is cut short");
    const Eigen::Matrix3d R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(v + 3);
    const pinocchio::SE3 placement(R, Eigen::Vector3d(v[12], v[13], v[14]));
    Eigen::Matrix3d I;
    I << v[19], v[20], v[21], v[20], v[22], v[23], v[21], v[23], v[24];
    const pinocchio::Inertia inertia(v[15], Eigen::Vector3d(v[16], v[17], v[18]), I);
    const std::string name = "joint" + std::to_string(model.njoints);
    const auto id = model.addJoint(parent, joint(kind, Eigen::Vector3d(v[0], v[1], v[2])), placement, name);
    model.appendBodyToJoint(id, inertia, pinocchio::SE3::Identity());
    armature.push_back(v[25]);
  }
  for (std::size_t k = 0; k < armature.size(); ++k) model.armature[k] = armature[k];
  return model;
}

struct Quantity
{
  std::function<void(const Matrix &, const Matrix &, const Matrix &)> pass;  // over all columns
  std::function<Matrix()> result;                                             // of the last state
};

// One loop per quantity, compiled with the algorithm in it; a barrier keeps the compiler from dropping results.
template<class Algorithm>
auto over_states(Algorithm algorithm)
{
  return [algorithm](const Matrix & q, const Matrix & v, const Matrix & x) {
    for (Eigen::Index k = 0; k < q.cols(); ++k)
    {
      algorithm(q.col(k), v.col(k), x.col(k));
      asm volatile("" ::: "memory");
    }
  };
}

std::map<std::string, Quantity> quantities(const pinocchio::Model & model, pinocchio::Data & data)
{
  const auto upper = [&data] { return Matrix(data.M.selfadjointView<Eigen::Upper>()); };
  const auto add = [&](Convention convention) {
    return std::pair{
      Quantity{over_states([&, convention](auto q, auto, auto) { pinocchio::crba(model, data, q, convention); }), upper},
      Quantity{
        over_states([&, convention](auto q, auto v, auto x) { pinocchio::aba(model, data, q, v, x, convention); }),
        [&data] { return Matrix(data.ddq); }}};
  };
  const auto [M_local, qdd_local] = add(Convention::LOCAL);
  const auto [M_world, qdd_world] = add(Convention::WORLD);
  return {
    {"tau",
     {over_states([&](auto q, auto v, auto x) { pinocchio::rnea(model, data, q, v, x); }),
      [&data] { return Matrix(data.tau); }}},
    {"M.local", M_local},
    {"M.world", M_world},
    {"qdd.local", qdd_local},
    {"qdd.world", qdd_world},
    {"dtau",
     {over_states([&](auto q, auto v, auto x) { pinocchio::computeRNEADerivatives(model, data, q, v, x); }),
      [&data] {
        Matrix both(data.dtau_dq.rows(), 2 * data.dtau_dq.cols());
        both << data.dtau_dq, data.dtau_dv;
        return both;
      }}},
    {"C",
     {over_states([&](auto q, auto v, auto) { pinocchio::computeCoriolisMatrix(model, data, q, v); }),
      [&data] { return Matrix(data.C); }}},
    {"g",
     {over_states([&](auto q, auto, auto) { pinocchio::computeGeneralizedGravity(model, data, q); }),
      [&data] { return Matrix(data.g); }}},
    {"Y",
     {over_states([&](auto q, auto v, auto x) { pinocchio::computeJointTorqueRegressor(model, data, q, v, x); }),
      [&data] { return Matrix(data.jointTorqueRegressor); }}},
  };
}

Matrix random(int rows, int columns, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  return Matrix::NullaryExpr(rows, columns, [&] { return number(generator); });
}

int main(int count, char ** words)
{
  if (count != 2)
  {
    std::cerr << "usage: pinocchio_loop MODEL\n";
    return 2;
  }
  const pinocchio::Model model = read(words[1]);
  pinocchio::Data data(model);
  const auto known = quantities(model, data);
  const Matrix q = random(model.nq, STATES, 1), v = random(model.nv, STATES, 2), x = random(model.nv, STATES, 3);
  std::cout << std::setprecision(17);
  for (std::string line; std::getline(std::cin, line);)
  {
    std::istringstream words(line);
    std::string verb, name;
    words >> verb >> name;
    if (verb == "states")
      std::cout << STATES;
    else if (verb == "answer")
    {
      Matrix state(model.nv, 3);
      for (double & number : state.reshaped()) words >> number;
      known.at(name).pass(state.col(0), state.col(1), state.col(2));
      const Matrix result = known.at(name).result();
      for (Eigen::Index i = 0; i < result.rows(); ++i)
        for (Eigen::Index j = 0; j < result.cols(); ++j) std::cout << result(i, j) << ' ';
    }
    else if (verb == "time")
    {
      int passes;
      words >> passes;
      const auto & pass = known.at(name).pass;
      const auto start = std::chrono::steady_clock::now();
      for (int k = 0; k < passes; ++k) pass(q, v, x);
      std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    std::cout << std::endl;
  }
}
