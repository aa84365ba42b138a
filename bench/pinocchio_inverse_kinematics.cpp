// Inverse kinematics as a C++ programmer writes it with Pinocchio: damped least squares, clamped to limits, restarts.
//
//     pinocchio_inverse_kinematics MODEL POSES
//
// MODEL holds one joint per line, as bench/cpp_model.py writes it. POSES begins with
//
//     count, restarts, patience, tolerance, damping
//     R row by row and p of the frame in the last joint
//     lower limits, upper limits, start: one number per joint each
//
// followed by the poses, R row by row and p. Each line on the input is answered by how many poses were solved, the steps
// taken in all and the processor's seconds of one pass over the poses; `answer K` by whether pose K was, and the joint positions.

#include <pinocchio/multibody.hpp>  // first: it raises limits of Boost that the others rely on

#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/spatial.hpp>

#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using pinocchio::SE3;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

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

SE3 pose(std::istream & file)
{
  double v[12];
  for (double & x : v) file >> x;
  const Eigen::Matrix3d R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(v);
  return SE3(R, Eigen::Vector3d(v[9], v[10], v[11]));
}

pinocchio::Model read(const std::string & path)
{
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  pinocchio::Model model;
  double gravity[3], rest[11];
  for (double & x : gravity) file >> x;
  std::string kind;
  for (int parent; file >> parent >> kind;)
  {
    Eigen::Vector3d axis;
    file >> axis[0] >> axis[1] >> axis[2];
    const SE3 placement = pose(file);
    for (double & x : rest) file >> x;
    model.addJoint(parent, joint(kind, axis), placement, "joint" + std::to_string(model.njoints));
  }
  return model;
}

struct Problem
{
  int count, restarts, patience;
  double tolerance, damping;
  SE3 tool;
  Eigen::VectorXd lower, upper, start;
  std::vector<SE3> goals;

  Problem(const std::string & path, int n) : lower(n), upper(n), start(n)
  {
    std::ifstream file(path);
    file >> count >> restarts >> patience >> tolerance >> damping;
    tool = pose(file);
    for (auto * v : {&lower, &upper, &start})
      for (double & x : *v) file >> x;
    for (int k = 0; k < count; ++k) goals.push_back(pose(file));
    if (!file) throw std::runtime_error(path + " is cut short");
  }
};

class Solver
{
  const pinocchio::Model & model;
  const Problem & problem;
  pinocchio::Data data;
  pinocchio::Data::Matrix6x J;
  std::mt19937 generator{7};

public:
  Eigen::VectorXd q;
  long steps = 0;

  Solver(const pinocchio::Model & m, const Problem & p) : model(m), problem(p), data(m), J(6, m.nv), q(m.nq) {}

  bool solve(const SE3 & goal)
  {
    std::uniform_real_distribution<double> part(0.0, 1.0);
    const SE3 at_joint = goal * problem.tool.inverse();
    q = problem.start;
    for (int again = 0; again <= problem.restarts; ++again)
    {
      if (again)
        for (Eigen::Index j = 0; j < q.size(); ++j)
          q[j] = problem.lower[j] + part(generator) * (problem.upper[j] - problem.lower[j]);
      for (int k = 0; k < problem.patience; ++k, ++steps)
      {
        J.setZero();
        pinocchio::computeJointJacobian(model, data, q, model.njoints - 1, J);  // in the joint's own axes
        forward();
        const SE3 missing = data.oMi.back().actInv(at_joint);
        Vector6 e;  // of the tool's place, whose distance is what counts
        e.tail<3>() = pinocchio::log3(missing.rotation());
        const Eigen::Vector3d arm = problem.tool.translation();
        e.head<3>() = missing.translation() + missing.rotation() * arm - arm;
        if (e.tail<3>().norm() <= problem.tolerance && e.head<3>().norm() <= problem.tolerance) return true;
        for (Eigen::Index j = 0; j < J.cols(); ++j)
          J.col(j).head<3>() += Eigen::Vector3d(J.col(j).tail<3>()).cross(arm);
        Matrix6 A;
        A.noalias() = J * J.transpose();
        A.diagonal().array() += 0.5 * problem.damping * e.squaredNorm() + 1e-11;
        q.noalias() += J.transpose() * A.llt().solve(e);
        q = q.cwiseMax(problem.lower).cwiseMin(problem.upper);
      }
    }
    return false;
  }

private:
  void forward()  // computeJointJacobian leaves the places of the joints on the path in data.iMf and liMi only
  {
    data.oMi[0].setIdentity();
    for (int i = 1; i < model.njoints; ++i) data.oMi[i] = data.oMi[model.parents[i]] * data.liMi[i];
  }
};

double seconds()  // of this process, whatever else runs on the machine
{
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char ** words)
{
  if (count != 3)
  {
    std::cerr << "usage: pinocchio_inverse_kinematics MODEL POSES\n";
    return 2;
  }
  const pinocchio::Model model = read(words[1]);
  const Problem problem(words[2], model.nq);
  std::cout << std::setprecision(17);
  for (std::string line; std::getline(std::cin, line);)
  {
    std::istringstream said(line);
    std::string verb;
    said >> verb;
    Solver solver(model, problem);
    if (verb == "answer")
    {
      int k;
      said >> k;
      std::cout << solver.solve(problem.goals.at(k)) << ' ' << solver.q.transpose();
    }
    else
    {
      long solved = 0;
      const double start = seconds();
      for (const SE3 & goal : problem.goals) solved += solver.solve(goal);
      std::cout << solved << ' ' << solver.steps << ' ' << seconds() - start;
    }
    std::cout << std::endl;
  }
}
